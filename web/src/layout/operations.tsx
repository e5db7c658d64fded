import { type PageName, pageList } from '@bank/contract/pages'
import { Activity, type LucideIcon, Mail, MessageSquare, ScrollText } from 'lucide-react'
import { useId } from 'react'
import { MenuEntry } from './menu-entry.tsx'

/** The second group of the administrator's menu. Customers do not load it. */
export function Operations({ onLeave }: { onLeave: (() => void) | undefined }) {
  const heading = useId()
  return (
    <>
      <p id={heading} className="px-3 pt-5 text-caption text-muted-foreground">
        Operations
      </p>
      <ul aria-labelledby={heading} className="grid gap-1">
        {pageList.map(
          ({ name, path, operations }) =>
            operations !== undefined && (
              <li key={name}>
                <MenuEntry to={path} label={operations} icon={icons[name]} onLeave={onLeave} />
              </li>
            ),
        )}
      </ul>
    </>
  )
}

const icons: Readonly<Partial<Record<PageName, LucideIcon>>> = {
  overview: Activity,
  supportMessages: MessageSquare,
  auditLog: ScrollText,
  outbox: Mail,
}
