import {
  Activity,
  ArrowLeftRight,
  Landmark,
  Mail,
  MessageSquare,
  ScrollText,
  ShieldAlert,
} from 'lucide-react'
import { FurtherEntries } from './menu-entry.tsx'

/** The second group of the administrator's menu. Customers do not load it. */
export function Operations({ onLeave }: { onLeave: (() => void) | undefined }) {
  return <FurtherEntries heading="Operations" audience="elevated" icons={icons} onLeave={onLeave} />
}

const icons = {
  overview: Activity,
  allTransactions: ArrowLeftRight,
  moneyPosition: Landmark,
  supportMessages: MessageSquare,
  auditLog: ScrollText,
  security: ShieldAlert,
  outbox: Mail,
}
