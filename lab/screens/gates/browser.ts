// The program knows no browser, and the browser's names are not global in it. This is what the gates look at of one.

export type Box = Readonly<
  Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height' | 'x' | 'y', number>
>

export type Seen = {
  readonly tagName: string
  readonly outerHTML: string
  readonly textContent: string
  readonly parentElement: Seen | null
  readonly offsetParent: Seen | null
  readonly children: Iterable<Seen>
  readonly clientWidth: number
  readonly clientHeight: number
  readonly clientLeft: number
  readonly clientTop: number
  readonly scrollWidth: number
  readonly scrollHeight: number
  matches(selector: string): boolean
  closest(selector: string): Seen | null
  contains(other: Seen): boolean
  querySelector(selector: string): Seen | null
  querySelectorAll(selector: string): Iterable<Seen>
  getBoundingClientRect(): Box
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  checkVisibility(options: Record<string, boolean>): boolean
}

export type Style = Readonly<Record<string, string>>

type TextNode = { readonly data: string; readonly parentElement: Seen | null }
type Sheet = { replaceSync(rules: string): void }

export type Browser = {
  readonly innerWidth: number
  readonly innerHeight: number
  readonly document: {
    readonly documentElement: Seen
    readonly body: Seen
    readonly activeElement: Seen | null
    adoptedStyleSheets: Sheet[]
    querySelector(selector: string): Seen | null
    querySelectorAll(selector: string): Iterable<Seen>
    elementFromPoint(x: number, y: number): Seen | null
    createTreeWalker(root: Seen, what: number): { nextNode(): TextNode | null }
    createRange(): { selectNodeContents(node: TextNode): void; getClientRects(): Iterable<Box> }
    getAnimations(): Iterable<{ playState: string; effect: { target: Seen | null } | null }>
  }
  readonly CSSStyleSheet: new () => Sheet
  getComputedStyle(element: Seen, pseudo?: string): Style
}
