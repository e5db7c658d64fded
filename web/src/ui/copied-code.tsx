import { CopyButton } from './copy-button.tsx'

/** A code that is copied and not typed, such as an id, with its button. */
export function CopiedCode({ code, label }: { code: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-x-1">
      <bdi className="text-caption tabular wrap-anywhere">{code}</bdi>
      {/* Its icon ends where other texts do. */}
      <span className="no-print -me-3">
        <CopyButton text={code} label={label} />
      </span>
    </span>
  )
}
