import { pages } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles'
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
import { FurtherEntries, MenuEntry, type MenuIcons, SpecifiedEntries } from './menu-entry.tsx'

const StaffEntries = deferred(async () => (await import('./staff-entries.tsx')).StaffEntries, {
  isInFirstView: true,
})

/**
 * The customer's menu or the one of staff, depending on the page, and at its foot the theme and help. Each has a second group
 * below the specified entries. The customer's keeps the account that the open page is about. The entries, their labels and their order are
 * those of `contract/src/pages.ts`.
 */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const linkTo = useLinkTo()
  const group = { audience: 'customer', icons, onLeave } as const
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      {isAdministratorPath(pathname) && isStaff(user.role) ? (
        <StaffEntries onLeave={onLeave} />
      ) : (
        <>
          <SpecifiedEntries {...group} />
          <FurtherEntries {...group} heading="Manage" />
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

const icons: MenuIcons = {
  dashboard: LayoutDashboard,
  transfer: Send,
  transactions: ArrowLeftRight,
  statement: FileText,
  accounts: Wallet,
  pots: PiggyBank,
  payees: UsersRound,
  limits: Snowflake,
  scheduled: CalendarClock,
  profile: UserRound,
  settings: Settings,
}
