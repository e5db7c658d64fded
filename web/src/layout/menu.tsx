import { pages } from '@bank/contract/pages'
import { hasRight } from '@bank/contract/rights'
import {
  ArrowLeftRight,
  CircleHelp,
  FileText,
  LayoutDashboard,
  PiggyBank,
  Send,
  Settings,
  Snowflake,
  UserPlus,
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

const Operations = deferred(async () => (await import('./operations.tsx')).Operations)

/**
 * The customer's menu or the administrator's, depending on the page, and at its foot the theme and help. Each has a second group
 * below the specified entries. The customer's keeps the account that the open page is about. The entries, their labels and their order are
 * those of `contract/src/pages.ts`.
 */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const linkTo = useLinkTo()
  const isAdministrators = isAdministratorPath(pathname) && hasRight(user.role, 'administer')
  const group = { audience: isAdministrators ? 'elevated' : 'customer', icons, onLeave } as const
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      <SpecifiedEntries {...group} />
      {isAdministrators ? <Operations onLeave={onLeave} /> : <FurtherEntries {...group} heading="Manage" />}
      <div className="mt-auto grid gap-1 border-t pt-3">
        <ThemeSwitch />
        <MenuEntry to={linkTo('support')} label="Help" icon={CircleHelp} onLeave={onLeave} />
      </div>
    </nav>
  )
}

/** Whether the administrator's menu belongs to a path (specification §2). */
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
  profile: UserRound,
  settings: Settings,
  userManagement: LayoutDashboard,
  createUser: UserPlus,
  passcodeSettings: Settings,
}
