import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'

type Alert = OverviewView['alerts'][number]

/** What staff are alerted about, each with a link to where it is looked into. Nothing while all is well. */
export function StaffAlerts({ alerts }: { alerts: OverviewView['alerts'] }) {
  if (alerts.length === 0) return null
  return (
    <div className="grid gap-4 xl:col-span-3">
      {alerts.map(({ name, sentences }) => {
        const { title, to, label } = places[name]
        return (
          <Notice key={name} tone="pending" isAnnounced>
            <p className="font-semibold">{title}</p>
            {sentences.map((sentence) => (
              <p key={sentence} className="wrap-anywhere">
                {sentence}
              </p>
            ))}
            <Link to={to} className="link-alone">
              {label}
            </Link>
          </Notice>
        )
      })}
    </div>
  )
}

const places: Readonly<Record<Alert['name'], { title: string; to: string; label: string }>> = {
  backlog: {
    title: 'Work has waited for too long',
    to: linkTo('allTransactions', { status: 'pending', order: 'oldest' }),
    label: 'Oldest pending transactions',
  },
  wrong_secrets: {
    title: 'Many wrong PINs or passcodes',
    to: linkTo('security'),
    label: 'Security events',
  },
  books: {
    title: 'The books have not been checked',
    to: linkTo('moneyPosition'),
    label: 'Check them now',
  },
  fundings: {
    title: 'Large fundings in the last 24 hours',
    to: linkTo('allTransactions', { kind: 'funding' }),
    label: 'All fundings',
  },
}
