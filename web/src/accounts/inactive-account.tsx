import { linkTo } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import { isStaff } from '@bank/contract/roles/role'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ActivationClock } from './activation-clock.tsx'
import { CopiedAccountNumber } from './copied-account-number.tsx'

/**
 * Explains an account that is not active, and shows its number and balance, because money can reach it. `children` says what the page
 * cannot do until it is active.
 */
export function InactiveAccount({
  me: { account, role, email },
  children,
}: {
  me: Pick<MeView, 'account' | 'role' | 'email'>
  children?: string
}) {
  const isNewAdministrator = isStaff(role) && !account.activatedAt && !account.declinedAt
  const Icon = account.declinedAt ? CircleAlert : Clock
  return (
    <Card className="mx-auto grid w-full max-w-form justify-items-start gap-4">
      <span className="inline-flex size-12 items-center justify-center rounded-full bg-pending-soft text-pending">
        <Icon aria-hidden size={24} />
      </span>
      <h2 className="text-h2">{customerTexts.account.inactive}</h2>
      {children && <p>{children}</p>}
      {isNewAdministrator ? <WhoCanActivate email={email} /> : <ActivationClock account={account} />}
      <dl className="grid w-full gap-3 rounded-card bg-sunken p-4 sm:grid-cols-2">
        <Fact label="Account number">
          <CopiedAccountNumber number={account.number} />
        </Fact>
        <Fact label="Balance">
          <Amount value={account.balance} currency={account.currency} />
          {account.held !== '0.00' && (
            <span className="w-full text-caption text-muted-foreground">
              <Amount value={account.held} currency={account.currency} /> held by the bank
            </span>
          )}
        </Fact>
      </dl>
      <ButtonLink to={linkTo('support')} look="secondary">
        Contact Support
      </ButtonLink>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-muted-foreground">{label}</dt>
      <dd className="flex min-h-target flex-wrap items-center gap-x-1 text-h3">{children}</dd>
    </div>
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
