import { descriptionParts } from '@bank/contract/transactions/description-parts'

/**
 * A description with the name of the payee or the payer on the first line and the rest on a quieter second one. The words
 * before the name, such as "Transfer to", are for screen readers and paper only: the text of both lines is the description.
 */
export function DescriptionText({
  className = '',
  ...described
}: {
  description: string
  counterparty: string | null
  className?: string
}) {
  const { change, act, title, rest } = descriptionParts(described)
  const line = `line-clamp-1 w-fit break-all ${className}`
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
      {rest && (
        <span dir="auto" className={`${line} text-caption text-muted-foreground as-list:sr-only`}>
          <span dir="ltr" className="sr-only">
            {', '}
          </span>
          {rest}
        </span>
      )}
    </>
  )
}
