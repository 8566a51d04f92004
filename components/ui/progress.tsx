/**
 * A progress bar from 0 to 100; indeterminate without `value`.
 *
 *   <Progress value={scene.progress} label="Drawing your scene" />
 */
import { cx } from "./utils/cx";

interface ProgressProps {
  value?: number | undefined;
  label: string;
  className?: string;
}

export function Progress({ value, label, className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("progress", percent === undefined && "progress-endless", className)}
    >
      <div
        className="progress-fill"
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
