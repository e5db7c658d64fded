import { descriptionParts } from '@bank/contract/transactions/description-parts'
import { clsx } from 'clsx'

/**
 * A description with the name of the payee or the payer on the first line; on a quieter second one the reference, then the rest. The
 * words before the name, such as "Transfer to", are for screen readers and paper only. Without a reference the text of both lines is the
 * description. A phone shows the name and the reference.
 */
export function DescriptionText({
  reference,
  className,
  ...described
}: {
  description: string
  counterparty: string | null
  reference: string | null
  className?: string
}) {
  const { change, act, title, rest } = descriptionParts(described)
  const line = clsx('line-clamp-1 w-fit break-all', className)
  return (
    <>
      <span dir="auto" className={line}>
        {change}
        {/* With a direction of its own it does not decide that of the name. */}
        <span dir="ltr" className="sr-only print:not-sr-only">
          {act}
        </span>
        {title}
      </span>
      {reference !== null && (
        <>
          {' '}
          <span dir="auto" className={clsx(line, quiet)}>
            <bdi>{reference}</bdi>
            {rest && <span className="as-list:sr-only">, {rest}</span>}
          </span>
        </>
      )}
      {reference === null && rest && (
        <>
          <span className="sr-only">,</span>{' '}
          <span dir="auto" className={clsx(line, quiet, 'as-list:sr-only')}>
            {rest}
          </span>
        </>
      )}
    </>
  )
}

const quiet = 'text-caption text-muted-foreground'
