import { type Page, type PageAudience, type PageName, pageList } from '@bank/contract/pages'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { NavLink } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'

export type MenuIcons = Readonly<Partial<Record<PageName, LucideIcon>>>

type Group = {
  audience: PageAudience
  icons: MenuIcons
  /** Which of the pages the user may open; all of them unless given. */
  isShown?: (page: Page) => boolean
  onLeave: (() => void) | undefined
}

/** The specified entries of a menu. */
export function SpecifiedEntries(group: Group) {
  return <Entries {...group} label="menu" />
}

/** The entries of a menu that we add, below the specified ones, with a heading. */
export function FurtherEntries({ heading, ...group }: Group & { heading: string }) {
  const id = useId()
  return (
    <>
      <p id={id} className="px-3 pt-5 text-caption text-muted-foreground">
        {heading}
      </p>
      <Entries {...group} label="furtherMenu" headingId={id} />
    </>
  )
}

/** The pages of an audience that have this label, in the order of the table. Links keep the account that the open page is about. */
function Entries({
  label,
  headingId,
  audience,
  icons,
  isShown = () => true,
  onLeave,
}: Group & { label: 'menu' | 'furtherMenu'; headingId?: string }) {
  const linkTo = useLinkTo()
  return (
    <ul aria-labelledby={headingId} className="grid gap-1">
      {pageList
        .filter((page) => page.audience === audience && page[label] && isShown(page))
        .map(({ name, [label]: text = '' }) => (
          <li key={name}>
            <MenuEntry // No page of a menu is about one record.
              to={linkTo(name as 'dashboard')}
              label={text}
              icon={icons[name]}
              onLeave={onLeave}
            />
          </li>
        ))}
    </ul>
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
