import { activationHours } from '@bank/contract/accounts/state'
import { linkTo, pages } from '@bank/contract/pages'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { useSession } from '../sessions/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Answers } from './answers.tsx'
import { missingFilesText } from './case-files.tsx'
import { OwnCases } from './own-cases.tsx'
import { type SentMessage, SupportForm } from './support-form.tsx'

/** `/support`: what to do in an emergency, answers, and a message to the bank, from users and visitors. `?tx=` names the transaction it is about. */
export function SupportPage() {
  const [query] = useSearchParams()
  const transactionId = query.get('tx') ?? undefined
  const [sent, setSent] = useState<SentMessage>()
  const { data } = useSession()
  return (
    <div className="mx-auto grid w-full max-w-form gap-section xl:max-w-measure">
      <PageHeading>{sent ? 'We have your message' : pages.support.title}</PageHeading>
      <div className="grid gap-section xl:grid-cols-[560px_1fr] xl:items-start">
        <div className="grid gap-section xl:col-start-2">
          <InAnEmergency />
          {data?.session && <OwnCases />}
          <Answers />
        </div>
        <Card className="grid gap-field xl:col-start-1 xl:row-start-1">
          {sent ? (
            <Sent {...sent} />
          ) : (
            <>
              <h2 className="text-h2">Write to us</h2>
              <BeforeYouWrite />
              <SupportForm key={transactionId} transactionId={transactionId} onSent={setSent} />
            </>
          )}
        </Card>
      </div>
    </div>
  )
}

function Sent({ reference, dueAt, failures }: SentMessage) {
  const { data } = useSession()
  return (
    <>
      {failures.length > 0 && <Notice tone="pending">{missingFilesText(failures)}</Notice>}
      <p>
        {dueAt === null ? (
          'We have already dealt with this message.'
        ) : publicConfig.mail ? (
          <>
            We’ll reply by email by <DateText moment={dueAt} long time={false} />, and here if you are logged
            in.
          </>
        ) : data?.session ? (
          <>
            We’ll reply here by <DateText moment={dueAt} long time={false} />.
          </>
        ) : (
          'This bank sends no email, so it can’t reply to you here. Contact us another way for the answer.'
        )}{' '}
        Keep this reference in case you contact us again.
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-label">Reference</span>
        <bdi className="tabular">{reference}</bdi>
        <CopyButton text={reference} label="Copy reference" />
      </p>
    </>
  )
}

function InAnEmergency() {
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-h2">Has someone accessed your account?</h2>
      <p>
        Freeze your payments first: nothing leaves your accounts until you unfreeze them. Then write to us.
      </p>
      <ButtonLink to={linkTo('limits')} look="destructive">
        Freeze payments now
      </ButtonLink>
    </Card>
  )
}

function BeforeYouWrite() {
  const { data } = useSession()
  return (
    <div className="grid gap-2 text-table text-muted-foreground">
      {/* A customer who waits for it reads the time on the dashboard. */}
      {!data?.session && (
        <p>
          A new account is activated within {activationHours} hours of registration. Until then it can receive
          money but not send it.
        </p>
      )}
      <p>Never send us your password or PIN. We’ll never ask for them.</p>
      {publicConfig.supportEmail && (
        <p>
          By email:{' '}
          <a href={`mailto:${publicConfig.supportEmail}`} className="text-link underline">
            {publicConfig.supportEmail}
          </a>
        </p>
      )}
    </div>
  )
}
