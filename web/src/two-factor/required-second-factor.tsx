import { useRef } from 'react'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TwoFactor } from './two-factor-section.tsx'

/**
 * Replaces every page until the two-factor authentication that the bank requires is set up and its recovery codes are saved. Then
 * the requested page appears at the same URL. `onCodes` says when the codes are shown and when they have been saved.
 */
export function RequiredSecondFactor({ onCodes }: { onCodes: (areShown: boolean) => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <Card className="mx-auto grid w-full max-w-form gap-section">
      <div className="grid gap-field">
        <PageHeading>Set up two-factor authentication</PageHeading>
        <p className="text-muted-foreground">
          The bank requires a second step when you log in: a code from an app on your phone. Set it up once,
          then you can continue.
        </p>
      </div>
      <section className="grid gap-4 border-t pt-5">
        <h2 ref={title} tabIndex={-1} className="text-h2 outline-none">
          Your second step
        </h2>
        <TwoFactor onStepLeft={() => title.current?.focus()} onCodes={onCodes} />
      </section>
    </Card>
  )
}
