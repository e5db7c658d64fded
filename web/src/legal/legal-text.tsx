import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export type LegalSection = { id: string; title: string; short: string; text: readonly string[] }

/** A legal text: a table of contents, and sections that start with a summary of one sentence. */
export function LegalText({
  title,
  since,
  sections,
  children,
}: {
  title: string
  /** The day from which it applies, in words. */
  since: string
  sections: readonly LegalSection[]
  children: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-prose gap-section xl:max-w-none xl:grid-cols-[minmax(0,68ch)_16rem] xl:items-start xl:justify-center">
      <Card className="grid gap-section">
        <div className="grid gap-3">
          <PageHeading>{title}</PageHeading>
          <p className="text-caption text-muted-foreground">In force since {since}</p>
          <div className="grid gap-3">{children}</div>
          <details className="no-print rounded-control border p-3 xl:hidden">
            <summary className="min-h-target py-2.5 text-label">Contents</summary>
            <Contents sections={sections} />
          </details>
        </div>
        {sections.map((section) => (
          <section key={section.id} id={section.id} className="grid gap-3">
            <h2 className="text-h2">{section.title}</h2>
            <p className="border-s-2 border-primary ps-3 text-label">{section.short}</p>
            {section.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </Card>
      <nav
        aria-label="Contents"
        className="no-print sticky top-[calc(var(--bar-height)+32px)] hidden rounded-card border bg-card p-card xl:block"
      >
        <Contents sections={sections} />
      </nav>
    </div>
  )
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ul className="grid gap-1">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="link-alone">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
