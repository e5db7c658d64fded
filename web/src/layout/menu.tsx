import { type PageName, pageList } from '@bank/contract/pages'
import {
  Activity,
  ArrowLeftRight,
  CircleHelp,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageSquare,
  ScrollText,
  Send,
  Settings,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { useId } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useSignedIn } from '../sessions/session.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { isAdministratorPath } from './administrator-path.ts'

/**
 * The customer's menu or the administrator's, depending on the page, and at its foot the theme and help. The administrator's has
 * a second group below the specified entries.
 */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const heading = useId()
  const isAdministrators = isAdministratorPath(pathname) && user.role === 'administrator'
  const audience = isAdministrators ? 'elevated' : 'customer'
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      <ul className="grid gap-1">
        {pageList
          .filter((page) => page.audience === audience && page.menu)
          .map(({ name, path, menu = '' }) => (
            <Entry key={name} to={path} label={menu} icon={icons[name]} onLeave={onLeave} />
          ))}
      </ul>
      {isAdministrators && (
        <>
          <p id={heading} className="px-3 pt-5 text-caption text-muted-foreground">
            Operations
          </p>
          <ul aria-labelledby={heading} className="grid gap-1">
            {pageList.flatMap(({ name, path, operations }) =>
              operations === undefined ? (
                []
              ) : (
                <Entry key={name} to={path} label={operations} icon={icons[name]} onLeave={onLeave} />
              ),
            )}
          </ul>
        </>
      )}
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

function Entry({
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
    <li>
      <NavLink to={to} {...(onLeave && { onClick: onLeave })} className={entryClass}>
        {Icon && <Icon aria-hidden size={20} />}
        {label}
      </NavLink>
    </li>
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
  overview: Activity,
  supportMessages: MessageSquare,
  auditLog: ScrollText,
  outbox: Mail,
}

const entryClass =
  'flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground'
