import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

/** A button with an icon only; `label` is its name for screen readers. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { icon: LucideIcon; label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={clsx(
        'inline-flex size-target shrink-0 items-center justify-center rounded-control text-muted-foreground hover:bg-hover hover:text-foreground',
        className,
      )}
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}
