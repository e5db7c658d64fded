import { activationHours } from '@bank/contract/accounts/state'
import { linkTo, pages } from '@bank/contract/pages'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { useSession } from '../sessions/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Answers } from './answers.tsx'
import { OwnMessages } from './own-messages.tsx'
import { SupportForm } from './support-form.tsx'

/** `/support`: what to do in an emergency, answers, and a message to the bank, from users and visitors. `?tx=` names the transaction it is about. */
export function SupportPage() {
  const [query] = useSearchParams()
  const transactionId = query.get('tx') ?? undefined
  const [reference, setReference] = useState<string>()
  const { data } = useSession()
  return (
    <div className="mx-auto grid w-full max-w-form gap-section xl:max-w-measure">
      <PageHeading>{reference ? 'We have your message' : pages.support.title}</PageHeading>
      <div className="grid gap-section xl:grid-cols-[560px_1fr] xl:items-start">
        <div className="grid gap-section xl:col-start-2">
          <InAnEmergency />
          {data?.session && <OwnMessages />}
          <Answers />
        </div>
        <Card className="grid gap-field xl:col-start-1 xl:row-start-1">
          {reference ? (
            <Sent reference={reference} />
          ) : (
            <>
              <h2 className="text-h2">Write to us</h2>
              <BeforeYouWrite />
              <SupportForm key={transactionId} transactionId={transactionId} onSent={setReference} />
            </>
          )}
        </Card>
      </div>
    </div>
  )
}

function Sent({ reference }: { reference: string }) {
  return (
    <>
      <p>
        We’ll reply by email, usually within one working day, and here if you are logged in. Keep this
        reference in case you contact us again.
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
