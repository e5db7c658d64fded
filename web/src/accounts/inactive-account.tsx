import { messages } from '@bank/contract/messages'
import type { MeView } from '@bank/contract/profile/view'
import { Clock } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ActivationClock } from './activation-clock.tsx'

/** Explains an account that is not active. `children` says what the page cannot do until it is. */
export function InactiveAccount({
  me: { account, role, email },
  children,
}: {
  me: Pick<MeView, 'account' | 'role' | 'email'>
  children?: string
}) {
  const isNewAdministrator = role === 'administrator' && !account.activatedAt
  return (
    <Card className="grid max-w-form justify-items-start gap-4">
      <span className="inline-flex size-12 items-center justify-center rounded-full bg-pending-soft text-pending">
        <Clock aria-hidden size={24} />
      </span>
      <h2 className="text-h2">{messages.account.inactive}</h2>
      {children && <p>{children}</p>}
      {isNewAdministrator ? <WhoCanActivate email={email} /> : <ActivationClock account={account} />}
      <ButtonLink to="/support" look="secondary">
        Contact Support
      </ButtonLink>
    </Card>
  )
}

/** For administrators, who cannot activate their own account. */
function WhoCanActivate({ email }: { email: string }) {
  return (
    <>
      <p>
        You are an administrator, and administrators cannot activate their own account. Another administrator
        can do it on your page in User Management. This page updates automatically.
      </p>
      <p className="wrap-anywhere">
        If there is no other administrator, the operator of this bank can do it with the command{' '}
        <code>npm run administrator -- activate --email {email}</code>
      </p>
    </>
  )
}
