import { descriptionParts } from '@bank/contract/transactions/description-parts'

/**
 * A description with the name of the payee or the payer on the first line and the rest on a quieter second one, which starts with the
 * reference. The words before the name, such as "Transfer to", are for screen readers only: the text of both lines is the description.
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
        {act && <Unseen>{act}</Unseen>}
        {title}
      </span>
      {rest && (
        <span dir="auto" className={`${line} text-caption text-muted-foreground as-list:sr-only`}>
          <Unseen>, </Unseen>
          {rest}
        </span>
      )}
    </>
  )
}

/** Words for screen readers only. With a direction of their own they do not decide that of the name after them. */
function Unseen({ children }: { children: string }) {
  return (
    <span dir="ltr" className="sr-only">
      {children}
    </span>
  )
}
