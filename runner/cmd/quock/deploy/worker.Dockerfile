# The image of a worker: a candidate, here one for Node, with quock beside it. Make it in the candidate's folder.
ARG QUOCK=quock/quock:0.1.0
FROM $QUOCK AS quock

FROM node:22-slim
COPY --from=quock /usr/bin/quock /usr/bin/quock
WORKDIR /work
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
USER node
ENTRYPOINT ["quock"]
