import { type PageName, pageList } from '@bank/contract/pages'
import {
  ArrowLeftRight,
  CircleHelp,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Send,
  Settings,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import { useSignedIn } from '../sessions/session.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { isAdministratorPath } from './administrator-path.ts'

/** The customer's menu or the administrator's, depending on the page, and at its foot the theme and help. */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const audience = isAdministratorPath(pathname) && user.role === 'administrator' ? 'elevated' : 'customer'
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      <ul className="grid gap-1">
        {pageList
          .filter((page) => page.audience === audience && page.menu)
          .map(({ name, path, menu }) => {
            const Icon = icons[name]
            return (
              <li key={name}>
                <NavLink to={path} {...(onLeave && { onClick: onLeave })} className={entryClass}>
                  {Icon && <Icon aria-hidden size={20} />}
                  {menu}
                </NavLink>
              </li>
            )
          })}
      </ul>
      <div className="mt-auto grid gap-1 border-t pt-3">
        <ThemeSwitch />
        <NavLink to="/support" {...(onLeave && { onClick: onLeave })} className={entryClass}>
          <CircleHelp aria-hidden size={20} />
          Help
        </NavLink>
      </div>
    </nav>
  )
}

const icons: Readonly<Partial<Record<PageName, LucideIcon>>> = {
  dashboard: LayoutDashboard,
  transfer: Send,
  transactions: ArrowLeftRight,
  statement: FileText,
  profile: UserRound,
  settings: Settings,
  userManagement: LayoutDashboard,
  createUser: UserPlus,
  passcodeSettings: Settings,
}

const entryClass =
  'flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground'
