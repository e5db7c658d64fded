import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Disclosure } from './disclosure.tsx'

/** What else can be done with a row or a card, behind three dots. `label` is the name of the button. Its items have the class `menuItem`. */
export function MoreMenu({
  label,
  ...rest
}: { label: string } & Pick<ComponentProps<typeof Disclosure>, 'tabIndex' | 'children'>) {
  return (
    <Disclosure
      {...rest}
      buttonClass="inline-flex size-target items-center justify-center text-muted-foreground"
      panelClass="w-max min-w-48 p-2"
      label={
        <>
          <Ellipsis aria-hidden size={20} />
          <span className="sr-only">{label}</span>
        </>
      }
    />
  )
}

export const menuItem =
  'flex min-h-target w-full items-center rounded-control px-3 text-start text-label hover:bg-hover'
