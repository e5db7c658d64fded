import type { ReactNode, Ref } from 'react'
import { Card } from './card.tsx'

/** A section of a page: a title over a card. With a `titleRef` the title can take the focus. */
export function TitledSection({
  id,
  title,
  titleRef,
  children,
}: {
  id: string
  title: string
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid gap-4">
      <h2 ref={titleRef} id={`${id}-title`} {...(titleRef && { tabIndex: -1 })} className="text-h2">
        {title}
      </h2>
      <Card className="grid gap-4">{children}</Card>
    </section>
  )
}
