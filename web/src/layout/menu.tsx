import { pages } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import {
  ArrowLeftRight,
  CalendarClock,
  CircleHelp,
  FileText,
  LayoutDashboard,
  PiggyBank,
  Send,
  Settings,
  Snowflake,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { useSignedIn } from '../sessions/session.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { deferred } from '../ui/deferred.tsx'
import { type MenuEntries, MenuEntry, MenuGroup } from './menu-entry.tsx'

const StaffMenu = deferred(async () => (await import('./staff-menu.tsx')).StaffMenu, { isInFirstView: true })

/** The customer's menu, in the order of the specification (§2). */
const specified: MenuEntries = [
  ['dashboard', 'Dashboard', LayoutDashboard],
  ['transfer', 'Funds Transfer', Send],
  ['transactions', 'Transactions', ArrowLeftRight],
  ['statement', 'Accounts Statement', FileText],
  ['profile', 'Profile', UserRound],
  ['settings', 'Settings', Settings],
]

/** What we add to it, in a group of its own. */
const further: MenuEntries = [
  ['accounts', 'Accounts', Wallet],
  ['pots', 'Pots', PiggyBank],
  ['payees', 'Payees', UsersRound],
  ['limits', 'Limits and freeze', Snowflake],
  ['scheduled', 'Scheduled', CalendarClock],
]

/**
 * The customer's menu or the one of staff (`staff-menu.tsx`), depending on the page, and at its foot the theme and help. Each has a
 * second group below the specified entries.
 */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const linkTo = useLinkTo()
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      {isAdministratorPath(pathname) && isStaff(user.role) ? (
        <StaffMenu onLeave={onLeave} />
      ) : (
        <>
          <MenuGroup entries={specified} onLeave={onLeave} />
          <MenuGroup heading="Manage" entries={further} onLeave={onLeave} />
        </>
      )}
      <div className="mt-auto grid gap-1 border-t pt-3">
        <ThemeSwitch />
        <MenuEntry to={linkTo('support')} label="Help" icon={CircleHelp} onLeave={onLeave} />
      </div>
    </nav>
  )
}

/** Whether the menu of staff belongs to a path (specification §2). */
export function isAdministratorPath(path: string): boolean {
  return path.includes(pages.passcode.path)
}
