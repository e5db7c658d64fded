import { pages } from '@bank/contract/pages'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** The way to the limits and the freeze, which have a page of their own. */
export function LimitsSection() {
  return (
    <section aria-labelledby="limits-title" className="grid gap-4">
      <h2 id="limits-title" className="text-h2">
        {pages.limits.title}
      </h2>
      <Card className="grid max-w-form justify-items-start gap-4">
        <p>
          Set how much you can send in one payment, a day or a month, or freeze all your payments at once.
        </p>
        <ButtonLink to={pages.limits.path} look="secondary">
          Manage limits and freeze
        </ButtonLink>
      </Card>
    </section>
  )
}
