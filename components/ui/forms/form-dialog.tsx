/**
 * A dialog that is one form.
 *
 *   <FormDialog open={open} onOpenChange={setOpen} title="Change Password" action="Save Password"
 *               pending={save.isPending} onSubmit={form.handleSubmit(submit)}>
 *     <Field …/>
 *   </FormDialog>
 */
import { type ComponentProps, type FormEventHandler, useId } from "react";
import { Dialog } from "../dialog";
import { FormFooter } from "./form-footer";

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, "footer" | "locked"> {
  /** Label of the submit button. */
  action: string;
  pending: boolean;
  variant?: "primary" | "danger";
  /** Whether submitting is disabled. */
  disabled?: boolean;
  className?: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

export function FormDialog({
  action,
  pending,
  variant,
  disabled,
  className,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  const close = () => dialog.onOpenChange(false);
  return (
    <Dialog
      {...dialog}
      locked={pending}
      footer={
        <FormFooter form={formId} onCancel={close} loading={pending} {...{ variant, disabled }}>
          {action}
        </FormFooter>
      }
    >
      <form id={formId} noValidate className={className} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
