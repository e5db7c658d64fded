import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { PinPanel } from '../pins/pin-panel.tsx'
import { sessionQuery, useSignedIn } from '../sessions/session.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { PasswordForm } from './password-form.tsx'

/**
 * Replaces every page while the password or the PIN is one that an administrator typed. When the user has chosen both, the
 * requested page appears at the same URL.
 */
export function TemporarySecrets() {
  const client = useQueryClient()
  const { temporarySecrets } = useSignedIn()
  // The session says which secrets are left. The sent form stays busy until it is loaded.
  const onChanged = () => client.refetchQueries(sessionQuery)
  const left = temporarySecrets ?? { password: false, pin: false }
  return (
    <Card className="mx-auto grid w-full max-w-form gap-section">
      <div className="grid gap-field">
        <PageHeading>Choose your own password and PIN</PageHeading>
        <p className="text-muted-foreground">
          The bank gave you a temporary password and a temporary PIN. Choose new ones that only you know, then
          you can continue. Your current PIN is the temporary one.
        </p>
      </div>
      <Secret
        title="Password"
        chosen="You have chosen your password."
        isLeft={left.password}
        other={left.pin}
      >
        <PasswordForm onChanged={onChanged} />
      </Secret>
      <Secret
        title="Transaction PIN"
        chosen="You have chosen your PIN."
        isLeft={left.pin}
        other={left.password}
      >
        <PinPanel onChanged={onChanged} />
      </Secret>
    </Card>
  )
}

/** One of the two secrets, with its form until it is chosen. `other` is true while the other secret is left. */
function Secret({
  title,
  chosen,
  isLeft,
  other,
  children,
}: {
  title: string
  chosen: string
  isLeft: boolean
  other: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOther = useRef(other)
  // The sent form was removed with the focus: the remaining secret takes it.
  useEffect(() => {
    if (wasOther.current && !other && isLeft) heading.current?.focus()
    wasOther.current = other
  }, [other, isLeft])
  return (
    <section className="grid gap-field border-t pt-5">
      <h2 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {title}
      </h2>
      {isLeft ? children : <Notice tone="success">{chosen}</Notice>}
    </section>
  )
}
