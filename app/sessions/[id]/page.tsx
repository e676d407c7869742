import type { Metadata } from 'next';
import { SessionScreen } from '../../_screens/SessionScreen.tsx';
import { services } from '../../_server/services.ts';

interface SessionPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

const LABEL_LENGTH = 8;

export async function generateMetadata({ params }: SessionPageProps): Promise<Metadata> {
  const { id } = await params;
  return { title: `Session ${decodeURIComponent(id).slice(0, LABEL_LENGTH)}…` };
}

export default async function SessionPage({ params }: SessionPageProps) {
  const { id } = await params;
  return <SessionScreen id={decodeURIComponent(id)} traceUrlTemplate={services().traceUrlTemplate} />;
}
