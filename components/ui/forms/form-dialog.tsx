/**
 * A dialog that is one form.
 *
 *   <FormDialog open={open} onOpenChange={setOpen} title="Change Password" action="Save Password"
 *               pending={save.isPending} onSubmit={form.handleSubmit(submit)}>
 *     <Field …/>
 *   </FormDialog>
 */
import { type ComponentProps, type FormEventHandler, type ReactNode, useId } from "react";
import { Button } from "../button";
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
  /** Takes the form's place, and is shown only once: a press outside does not close it. */
  result?: { title: string; description: string; done: string; content: ReactNode } | null;
}

export function FormDialog({
  action,
  pending,
  variant,
  disabled,
  className,
  onSubmit,
  result,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  const close = () => dialog.onOpenChange(false);
  return (
    <Dialog
      {...dialog}
      {...(result && { title: result.title, description: result.description })}
      locked={pending}
      isUndismissible={Boolean(result)}
      footer={
        result ? (
          // Ignores the second press of a double click.
          <Button variant="primary" loading={false} onClick={close}>
            {result.done}
          </Button>
        ) : (
          <FormFooter form={formId} onCancel={close} loading={pending} {...{ variant, disabled }}>
            {action}
          </FormFooter>
        )
      }
    >
      {result?.content ?? (
        <form
          id={formId}
          noValidate
          className={className}
          onSubmit={(event) => {
            // React events of a portal bubble to a form around this dialog.
            event.stopPropagation();
            onSubmit(event);
          }}
        >
          {children}
        </form>
      )}
    </Dialog>
  );
}
