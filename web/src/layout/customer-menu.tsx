import {
  ArrowLeftRight,
  CalendarClock,
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
import { type MenuEntries, MenuGroup } from './menu-entry.tsx'

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

/** The menu of a customer. */
export function CustomerMenu({ onLeave }: { onLeave: (() => void) | undefined }) {
  return (
    <>
      <MenuGroup entries={specified} onLeave={onLeave} />
      <MenuGroup heading="Manage" entries={further} onLeave={onLeave} />
    </>
  )
}
