import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

/** A row of a list of payees: it leads to the form that pays one. `name` is isolated from the details below it. */
export function PayeeLink({
  mark,
  name,
  children,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'className'> & { mark: ReactNode; name: string; children: ReactNode }) {
  return (
    <Link
      {...rest}
      className="flex min-h-14 min-w-0 grow basis-0 items-center gap-3 rounded-control px-2 py-1.5 text-start -outline-offset-2 hover:bg-hover"
    >
      {mark}
      <span className="grid min-w-0 grow">
        <bdi className="justify-self-start text-label wrap-anywhere">{name}</bdi>
        <span className="text-caption text-muted-foreground wrap-anywhere">{children}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-muted-foreground" />
    </Link>
  )
}
