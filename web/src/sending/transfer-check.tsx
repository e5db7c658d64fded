import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopiedCode } from '../ui/copied-code.tsx'

/** Shown while the outcome of a movement is uncertain: a transfer, or money between own accounts and pots. Nothing has failed. */
export function TransferCheck({ id, onAskNow }: { id: string; onAskNow: () => void }) {
  return (
    <Card className="grid max-w-form justify-items-start gap-4">
      <p role="status">
        We don’t have an answer yet. Your money moves only once, even if we have to ask again. Keep this page
        open: it updates automatically.
      </p>
      <dl>
        <dt className="text-caption text-muted-foreground">Transaction ID</dt>
        <dd>
          <CopiedCode code={id} label="Copy transaction ID" />
        </dd>
      </dl>
      <div className="flex flex-wrap items-center gap-4">
        <Button look="secondary" onClick={onAskNow}>
          Check now
        </Button>
        <Link to={linkTo('support')} className="link-alone">
          Contact Support
        </Link>
      </div>
    </Card>
  )
}
