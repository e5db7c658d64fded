import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { useMayOpen } from '../use-may.ts'
import { durationText } from './duration-text.ts'

/** One kind of work, with a link to the page where it is done. */
export function OverviewCard({
  title,
  link,
  children,
}: {
  title: string
  link?: { to: string; label: string }
  children: ReactNode
}) {
  const mayOpen = useMayOpen()
  return (
    <Card className="flex min-w-0 flex-col gap-3">
      <h2 className="text-h2">{title}</h2>
      {children}
      {link && mayOpen(link.to) && (
        <Link to={link.to} className="link-alone mt-auto self-start">
          {link.label}
        </Link>
      )}
    </Card>
  )
}

/** A moment and how long ago it was. */
export function Age({ moment, now }: { moment: string; now: number }) {
  return (
    <>
      <DateText moment={moment} time />, {durationText(now - Date.parse(moment))} ago
    </>
  )
}

/** How much there is, in words, and nothing else when there is nothing. */
export function Amounts({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">{children}</p>
}

/** How many of them are past their deadline; nothing where none is. */
export function Overdue({ count }: { count: number | null }) {
  if (count === 0) return null
  return <span className="font-semibold text-failed">{countText(count, 'is overdue', 'are overdue')}</span>
}

/** The most urgent rows. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid">
      {children}
    </ul>
  )
}

/** A row that leads to where it is worked on: what it is over its details, and at the end a figure. */
export function Row({
  to,
  name,
  detail,
  figure,
}: {
  to: string
  name: string
  detail: ReactNode
  figure?: ReactNode
}) {
  const mayOpen = useMayOpen()
  return (
    <li className="relative -mx-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-2 hover:bg-hover">
      <div className="grid min-w-0 grow basis-28 gap-0.5">
        {mayOpen(to) ? (
          <Link
            to={to}
            dir="auto"
            className="w-fit max-w-full truncate text-label after:absolute after:inset-0"
          >
            {name}
          </Link>
        ) : (
          <bdi className="truncate text-label">{name}</bdi>
        )}
        <p className="text-caption text-muted-foreground">{detail}</p>
      </div>
      <div className="ms-auto grid justify-items-end gap-0.5 text-end">{figure}</div>
    </li>
  )
}

/** A number of things: `1 message`, `1,000+ messages`. `null` is more than the bank counts, which is `countMax`. */
export function countText(count: number | null, one: string, many: string, countMax = '1,000'): string {
  if (count === null) return `${countMax}+ ${many}`
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
