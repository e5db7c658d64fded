import type { LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'

/** An entry of the menu, marked while its page is open. `onLeave` closes the menu of a small screen. */
export function MenuEntry({
  to,
  label,
  icon: Icon,
  onLeave,
}: {
  to: string
  label: string
  icon: LucideIcon | undefined
  onLeave: (() => void) | undefined
}) {
  return (
    <NavLink
      to={to}
      {...(onLeave && { onClick: onLeave })}
      className="flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground"
    >
      {Icon && <Icon aria-hidden size={20} />}
      {label}
    </NavLink>
  )
}
