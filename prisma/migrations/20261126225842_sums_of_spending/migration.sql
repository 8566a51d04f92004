-- CreateTable
CREATE TABLE "spending_hour" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "micros" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "unpriced" BIGINT NOT NULL,

    CONSTRAINT "spending_hour_pkey" PRIMARY KEY ("hour")
);

-- CreateTable
CREATE TABLE "author_spending_hour" (
    "user_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "micros" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "unpriced" BIGINT NOT NULL,

    CONSTRAINT "author_spending_hour_pkey" PRIMARY KEY ("user_id","hour")
);

-- CreateIndex
CREATE INDEX "author_spending_hour_hour_idx" ON "author_spending_hour"("hour");

-- AddForeignKey
ALTER TABLE "author_spending_hour" ADD CONSTRAINT "author_spending_hour_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
