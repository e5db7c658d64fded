import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Copies a text and shows that for 2 seconds. `label` is such as "Copy account number". Hidden on paper. */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string
  label: string
  onCopied?: () => void
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (!(await copyText(text))) return
    setCopied(true)
    onCopied?.()
  }

  const Icon = copied ? Check : Copy
  return (
    <span className="no-print inline-flex items-center">
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
        className="inline-flex size-target items-center justify-center rounded-control text-current hover:bg-hover hover:text-foreground"
      >
        <Icon aria-hidden size={18} />
      </button>
      {/* Not announced when `onCopied` shows a toast. */}
      <span aria-live={onCopied ? undefined : 'polite'} aria-hidden={!!onCopied} className="text-caption">
        {copied && 'Copied'}
      </span>
    </span>
  )
}

/** Copies a text and returns whether the browser did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without permission or on an insecure page the older API still works after a click.
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
