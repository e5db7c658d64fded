import { clsx } from 'clsx'
import { publicConfig } from '../public-config.ts'

/** The bank's logo: a coin and its name. `isShort` leaves the coin only, where the width of a phone is shared. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-h3 text-foreground">
      <svg aria-hidden viewBox="0 0 32 32" className="size-8 shrink-0">
        <circle cx="16" cy="16" r="15" className="fill-primary" />
        <circle
          cx="16"
          cy="16"
          r="11.5"
          strokeWidth="1.25"
          strokeDasharray="1.2 2.2"
          className="fill-transparent stroke-primary-foreground"
        />
        <path d="M10 10h12v3h-4.4v9.5h-3.2V13H10z" className="fill-primary-foreground" />
      </svg>
      <span className={clsx('truncate', isShort && 'max-[30rem]:sr-only')}>{publicConfig.bankName}</span>
    </span>
  )
}
