import type { PageName } from '@bank/contract/pages'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { NavLink } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'

/** The entries of a group, in their order: the page, which is not about one record, its label and its icon. */
export type MenuEntries = readonly (readonly [
  page: Exclude<PageName, 'user' | 'supportMessage'>,
  label: string,
  icon: LucideIcon,
])[]

/** A group of a menu, below its heading if it has one. Links keep the account that the open page is about. */
export function MenuGroup({
  heading,
  entries,
  onLeave,
}: {
  heading?: string
  entries: MenuEntries
  onLeave: (() => void) | undefined
}) {
  const headingId = useId()
  const linkTo = useLinkTo()
  return (
    <>
      {heading && (
        <p id={headingId} className="px-3 pt-5 text-caption text-muted-foreground">
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading && headingId} className="grid gap-1">
        {entries.map(([page, label, icon]) => (
          <li key={page}>
            <MenuEntry to={linkTo(page)} label={label} icon={icon} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** An entry of the menu, marked while its page is open. `onLeave` closes the menu of a small screen. */
export function MenuEntry({
  to,
  label,
  icon: Icon,
  onLeave,
}: {
  to: string
  label: string
  icon: LucideIcon
  onLeave: (() => void) | undefined
}) {
  return (
    <NavLink
      to={to}
      {...(onLeave && { onClick: onLeave })}
      className="flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground"
    >
      <Icon aria-hidden size={20} />
      {label}
    </NavLink>
  )
}
