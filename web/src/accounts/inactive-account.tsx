import { messages } from '@bank/contract/messages'
import type { AccountView } from '@bank/contract/views'
import { Clock } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ActivationClock } from './activation-clock.tsx'

/** What somebody reads whose account has not been activated, or not any more. It goes away by itself. */
export function InactiveAccount({ account, children }: { account: AccountView; children?: string }) {
  return (
    <Card className="grid max-w-form justify-items-start gap-4">
      <span className="inline-flex size-12 items-center justify-center rounded-full bg-pending-soft text-pending">
        <Clock aria-hidden size={24} />
      </span>
      <h2 className="text-h2">{messages.account.inactive}</h2>
      {children && <p>{children}</p>}
      <ActivationClock account={account} />
      <ButtonLink to="/support" look="secondary">
        Contact Support
      </ButtonLink>
    </Card>
  )
}
