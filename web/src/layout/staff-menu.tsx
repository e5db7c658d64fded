import { pages } from '@bank/contract/pages'
import {
  Activity,
  ArrowLeftRight,
  CheckCheck,
  IdCard,
  Landmark,
  LayoutDashboard,
  Mail,
  MessageSquare,
  ScrollText,
  Server,
  Settings,
  ShieldAlert,
  UserPlus,
} from 'lucide-react'
import { useMayOpen } from '../admin/use-may.ts'
import { type MenuEntries, MenuGroup } from './menu-entry.tsx'

/** The menu of staff, in the order of the specification (§2). */
const specified: MenuEntries = [
  ['userManagement', 'Dashboard', LayoutDashboard],
  ['createUser', 'Create User', UserPlus],
  ['passcodeSettings', 'Settings', Settings],
]

/** What we add to it, in a group of its own. */
const further: MenuEntries = [
  ['overview', 'Overview', Activity],
  ['allTransactions', 'Transactions', ArrowLeftRight],
  ['moneyPosition', 'Money position', Landmark],
  ['approvals', 'Approvals', CheckCheck],
  ['supportMessages', 'Support', MessageSquare],
  ['administrators', 'Administrators', IdCard],
  ['auditLog', 'Audit log', ScrollText],
  ['security', 'Security', ShieldAlert],
  ['outbox', 'Outbox', Mail],
  ['system', 'System', Server],
]

/** The menu of staff: the pages that their role may open. Customers do not load it. */
export function StaffMenu({ onLeave }: { onLeave: (() => void) | undefined }) {
  const mayOpen = useMayOpen()
  const shown = (entries: MenuEntries) => entries.filter(([page]) => mayOpen(pages[page].path))
  return (
    <>
      <MenuGroup entries={shown(specified)} onLeave={onLeave} />
      <MenuGroup heading="Operations" entries={shown(further)} onLeave={onLeave} />
    </>
  )
}
