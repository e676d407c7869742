import type { Metadata } from 'next';
import { LinkButton } from '#components/ui/Button.tsx';
import { Empty } from '#components/ui/Empty.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <div className="px-4 sm:px-6">
      <Empty title="There is nothing at this address">
        <p>It may have been mistyped, or it belongs to a session of another Seamark.</p>
        <p className="flex justify-center gap-2">
          <LinkButton href="/sessions">Find a session</LinkButton>
          <LinkButton href="/">Overview</LinkButton>
        </p>
      </Empty>
    </div>
  );
}
