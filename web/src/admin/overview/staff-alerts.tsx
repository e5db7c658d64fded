import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { useMayOpen } from '../use-may.ts'

type Alert = OverviewView['alerts'][number]

/** What staff are alerted about, with links to where it is looked into. Nothing while all is well. */
export function StaffAlerts({ alerts }: { alerts: OverviewView['alerts'] }) {
  const mayOpen = useMayOpen()
  if (alerts.length === 0) return null
  return (
    <div className="grid gap-4 xl:col-span-3">
      {alerts.map(({ name, sentences }) => {
        const { title, link } = places[name]
        return (
          <Notice key={name} tone="pending" isAnnounced>
            <p className="font-semibold">{title}</p>
            {sentences.map((sentence) => (
              <p key={sentence} className="wrap-anywhere">
                {sentence}
              </p>
            ))}
            {link && mayOpen(link.to) && (
              <Link to={link.to} className="link-alone">
                {link.label}
              </Link>
            )}
          </Notice>
        )
      })}
    </div>
  )
}

type Place = { title: string; link?: { to: string; label: string } }

const places: Readonly<Record<Alert['name'], Place>> = {
  // The cards below lead to each queue.
  pending: { title: 'Transactions have been pending for too long' },
  activations: { title: 'Accounts have waited for too long' },
  messages: { title: 'Messages have been open for too long' },
  wrong_secrets: {
    title: 'Many wrong PINs or passcodes',
    link: { to: linkTo('security'), label: 'Security events' },
  },
  books: {
    title: 'The books have not been checked',
    link: { to: linkTo('moneyPosition'), label: 'Check them now' },
  },
  fundings: {
    title: 'Large fundings in the last 24 hours',
    link: { to: linkTo('allTransactions', { kind: 'funding' }), label: 'All fundings' },
  },
}
