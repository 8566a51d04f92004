"use client";
/** Sonner in our clothes. Loaded by ToastHost with the first message; nobody else imports it. */
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { Toaster as Sonner } from "sonner";
import { Spinner } from "./spinner";

export default function Toaster() {
  return (
    <Sonner
      position="top-right"
      duration={4000}
      closeButton
      visibleToasts={4}
      gap={10}
      offset={{ top: "calc(var(--header) + 12px)", right: 16 }}
      mobileOffset={{ top: "calc(var(--header) + 8px)", left: 16, right: 16 }}
      icons={{
        success: <CircleCheck aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        warning: <TriangleAlert aria-hidden="true" />,
        info: <Info aria-hidden="true" />,
        loading: <Spinner className="text-sm" />,
        close: <X aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: "toast",
          success: "toast-success",
          error: "toast-error",
          warning: "toast-warning",
          info: "toast-info",
        },
      }}
    />
  );
}
