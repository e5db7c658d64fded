import { pages } from '@bank/contract/pages'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SupportForm } from './support-form.tsx'

/** `/support`: a message to the bank, from users and visitors. `?tx=` names the transaction it is about. */
export function SupportPage() {
  const [query] = useSearchParams()
  const transactionId = query.get('tx') ?? undefined
  const [reference, setReference] = useState<string>()
  return (
    <div className="mx-auto grid w-full max-w-form gap-section lg:max-w-content lg:grid-cols-[560px_1fr] lg:items-start">
      <Card className="grid gap-field">
        {reference ? (
          <>
            <PageHeading>We have your message</PageHeading>
            <p>
              We’ll reply by email, usually within one working day. Keep this reference in case you contact us
              again.
            </p>
            <p className="flex flex-wrap items-center gap-2">
              <span className="text-label">Reference</span>
              <bdi className="tabular">{reference}</bdi>
              <CopyButton text={reference} label="Copy reference" />
            </p>
          </>
        ) : (
          <>
            <PageHeading>{pages.support.title}</PageHeading>
            <SupportForm key={transactionId} transactionId={transactionId} onSent={setReference} />
          </>
        )}
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-h2">Before you write</h2>
        <p>
          A new account is activated within 24 hours of registration. Until then it can receive money but not
          send it.
        </p>
        <p>
          Think someone has accessed your account? Write to us immediately and say so in the subject, so that
          we can pause the account.
        </p>
        <p>Never send us your password or PIN. We’ll never ask for them.</p>
        {publicConfig.supportEmail && (
          <p>
            By email:{' '}
            <a href={`mailto:${publicConfig.supportEmail}`} className="text-link underline">
              {publicConfig.supportEmail}
            </a>
          </p>
        )}
      </Card>
    </div>
  )
}
