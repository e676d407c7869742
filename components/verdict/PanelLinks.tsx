import { LinkButton } from '#components/ui/Button.tsx';

interface PanelLinksProps {
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

/** Where to go from here. */
export function PanelLinks({ links }: PanelLinksProps) {
  return (
    <nav aria-label="Next" className="mt-5">
      <h3 className="mb-1.5 text-xs font-[560] text-muted">Next</h3>
      <div className="flex flex-wrap gap-2">
        {links.map((link) => (
          <LinkButton key={link.href} href={link.href}>
            {link.label}
          </LinkButton>
        ))}
      </div>
    </nav>
  );
}
