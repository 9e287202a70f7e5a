import { classNames } from "../lib/format";

interface BadgeProps {
  label: string;
  muted?: boolean;
}

export const Badge = ({ label, muted = false }: BadgeProps) => (
  <span className={classNames("badge", muted && "badge-muted")}>{label}</span>
);

export function Toggle({ onToggle }: { onToggle: () => void }) {
  return <button onClick={onToggle}>Toggle</button>;
}
