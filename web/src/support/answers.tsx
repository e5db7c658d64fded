import { linkTo, pages } from '@bank/contract/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { Card } from '../ui/card.tsx'

/** The five questions that customers ask most. */
export function Answers() {
  return (
    <Card className="grid gap-3">
      <h2 className="text-h2">Answers</h2>
      <div className="divide-y">
        <Answer to="I forgot my PIN, or it is locked">
          Five wrong tries lock a PIN for 30 minutes. You can choose a new one at any time with your password:{' '}
          <PageLink page="recoverPin" />
        </Answer>
        <Answer to="Why is my transfer pending?">
          A transfer to another bank usually arrives within 3 working days. Until then it shows as pending,
          and its amount is already deducted. If it cannot be delivered, the money comes back to your account.
        </Answer>
        <Answer to="I paid the wrong person">
          Open the transfer in <PageLink page="transactions" />. If it has “Undo” or “Take back”, you stop it
          yourself. If not, choose “Ask about this payment” right away: we can stop a transfer only while it
          is pending. A transfer to another {publicConfig.bankName} customer arrives immediately, or after
          your undo time.
        </Answer>
        <Answer to="How much can I send?">
          The form says how much you can send today. You can set lower limits, and raise them again, in{' '}
          <PageLink page="limits" />. A raised limit applies after 24 hours.
        </Answer>
        <Answer to="Where is my statement?">
          <PageLink page="statement" /> shows any month, or the days you choose. You can print it or download
          it as PDF, CSV or OFX.
        </Answer>
      </div>
    </Card>
  )
}

function Answer({ to, children }: { to: string; children: ReactNode }) {
  return (
    <details className="text-table">
      <summary className="min-h-target cursor-pointer py-2.5 text-label">{to}</summary>
      <p className="pb-3 text-muted-foreground">{children}</p>
    </details>
  )
}

function PageLink({ page }: { page: 'recoverPin' | 'transactions' | 'limits' | 'statement' }) {
  return (
    <Link to={linkTo(page)} className="text-link underline">
      {pages[page].title}
    </Link>
  )
}
