/**
 * The footer of a dialog with a form: Cancel and the submit button.
 *
 *   <Dialog footer={<FormFooter form={formId} loading={pending} onCancel={close}>Save</FormFooter>}>
 *     <form id={formId}>…</form>
 *   </Dialog>
 */
import type { ReactNode } from "react";
import { Button } from "../button";

interface FormFooterProps {
  form: string;
  onCancel: () => void;
  loading: boolean;
  /** Whether Cancel is disabled; by default while loading. */
  locked?: boolean;
  variant?: "primary" | "danger";
  /** Whether submitting is disabled. */
  disabled?: boolean;
  children: ReactNode;
}

export function FormFooter({
  onCancel,
  loading,
  locked = loading,
  variant = "primary",
  ...submit
}: FormFooterProps) {
  return (
    <>
      <Button onClick={onCancel} disabled={locked}>
        Cancel
      </Button>
      <Button type="submit" variant={variant} loading={loading} {...submit} />
    </>
  );
}
