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
import { FurtherEntries, SpecifiedEntries } from './menu-entry.tsx'

/** The menu of staff: the pages that their role may open. Customers do not load it. */
export function StaffEntries({ onLeave }: { onLeave: (() => void) | undefined }) {
  const mayOpen = useMayOpen()
  const group = {
    audience: 'elevated',
    icons,
    onLeave,
    isShown: ({ path }: { path: string }) => mayOpen(path),
  } as const
  return (
    <>
      <SpecifiedEntries {...group} />
      <FurtherEntries {...group} heading="Operations" />
    </>
  )
}

const icons = {
  userManagement: LayoutDashboard,
  createUser: UserPlus,
  passcodeSettings: Settings,
  overview: Activity,
  allTransactions: ArrowLeftRight,
  moneyPosition: Landmark,
  approvals: CheckCheck,
  supportMessages: MessageSquare,
  administrators: IdCard,
  auditLog: ScrollText,
  security: ShieldAlert,
  outbox: Mail,
  system: Server,
}
